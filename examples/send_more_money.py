"""SEND + MORE = MONEY: give each letter a different digit so that the sum is correct.

Source: Henry Dudeney, Strand Magazine, July 1924. The only answer is 9567 + 1085 = 10652.
"""

from __future__ import annotations

from csplib import AllDifferent, Problem


def send_more_money() -> Problem[str, int]:
    """Return the problem: the sum is one equation, and no number starts with 0."""
    p: Problem[str, int] = Problem()
    s, e, n, d, m, o, r, y = p.add_variables("SENDMORY", range(10))
    send = 1000 * s + 100 * e + 10 * n + d
    more = 1000 * m + 100 * o + 10 * r + e
    money = 10000 * m + 1000 * o + 100 * n + 10 * e + y
    p.add(send + more == money)
    p.add(s != 0, m != 0)
    p.add(AllDifferent([s, e, n, d, m, o, r, y]))
    return p


def main() -> None:
    """Show every answer; there is one."""
    for solution in send_more_money().solutions():
        send, more, money = ("".join(str(solution[letter]) for letter in word) for word in ("SEND", "MORE", "MONEY"))
        print(f"   SEND       {send}")
        print(f" + MORE     + {more}")
        print(f"= MONEY    = {money}")


if __name__ == "__main__":
    main()
