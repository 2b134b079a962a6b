"""Map coloring: neighbors in Australia get different colors."""

from csplib import Problem

p = Problem()
wa, nt, sa, q, nsw, v, t = p.add_variables(["WA", "NT", "SA", "Q", "NSW", "V", "T"], ["red", "green", "blue"])
p.add(wa != nt, wa != sa, nt != sa, nt != q, sa != q)
p.add(sa != nsw, sa != v, q != nsw, nsw != v)

solution = p.solve(assuming={wa: "red", nt: "green"})
print("There are", p.count(), "ways to color the map.")
