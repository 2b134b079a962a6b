"""Why not: four tasks in a row, and a value that is impossible."""

from csplib import AllDifferent, Problem

p = Problem()
dig, lay, pour, paint = p.add_variables(["dig", "lay", "pour", "paint"], range(1, 6))
p.add(dig < lay, lay < pour, pour < paint)
p.add(AllDifferent([dig, lay, pour, paint]))

why = p.why(dig, 4)
print(why)
