"""Search tree: six queens, with forward checking."""

from csplib import AllDifferent, Problem, forward_check
from csplib.pictures import SearchTree

p = Problem()
queens = p.add_variables(range(6), range(6))
p.add(AllDifferent(queens))
p.add(AllDifferent([queens[row] + row for row in range(6)]))
p.add(AllDifferent([queens[row] - row for row in range(6)]))

tree = SearchTree()
solution = p.solve(infer=forward_check, observer=tree)
for row in range(6):
    print(*["Q" if solution[row] == column else "." for column in range(6)])
