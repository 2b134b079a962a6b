"""No solution, and why: five guests at a table with five seats."""

from csplib import AllDifferent, Problem

p = Problem()
ada, bob, cleo, dan, eve = p.add_variables(["Ada", "Bob", "Cleo", "Dan", "Eve"], range(1, 6))
p.add(AllDifferent([ada, bob, cleo, dan, eve]).named("one guest on each seat"))
p.add((ada < bob).named("Ada sits left of Bob"))
p.add((abs(bob - cleo) == 1).named("Bob sits beside Cleo"))
p.add((dan < cleo).named("Dan sits left of Cleo"))
p.add((cleo <= 2).named("Cleo sits near the door"))
p.add((eve != 5).named("Eve does not sit at the end"))

print("A solution:", p.solve())
conflict = p.explain()
print(conflict)
