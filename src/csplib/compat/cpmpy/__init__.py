"""csplib as a solver of CPMpy: importing this package registers it under the name "csplib".

>>> import cpmpy as cp
>>> import csplib.compat.cpmpy
>>> x, y = cp.intvar(0, 9, shape=2)
>>> model = cp.Model(x // 2 == y, maximize=x + y)
>>> model.solve(solver="csplib"), int(x.value()), int(y.value())
(True, 9, 4)
"""

from __future__ import annotations

from csplib.compat.cpmpy.registration import register
from csplib.compat.cpmpy.solver import CPM_csplib

__all__ = ["CPM_csplib", "register"]

register()
