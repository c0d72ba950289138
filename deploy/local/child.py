"""Becomes the program on its command line, tied to its parent's life and never root if so asked.

Run as a script, `child.py PARENT SIGNAL IDENTITY PROGRAM [ARGUMENT …]`, so that it starts fast:

- PARENT: the process whose death ends the program, by SIGNAL (Linux only; elsewhere nothing happens
  and the next start sweeps up).
- IDENTITY: `same`; `namespace`: a user namespace in which root is an ordinary account, for
  PostgreSQL refuses to run as root; or `account:NAME`: that account of the machine.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import sys
from pathlib import Path

CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1


def enter_namespace() -> None:
    """From here on root's files and rights are those of an ordinary account of the same machine."""
    outside_user, outside_group = os.geteuid(), os.getegid()
    account = ordinary_account()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "user namespaces are not available")
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{account.pw_uid} {outside_user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{account.pw_gid} {outside_group} 1", encoding="ascii")


def ordinary_account() -> pwd.struct_passwd:
    """An account other than root that has a name, for initdb looks its own up."""
    accounts = {entry.pw_name: entry for entry in pwd.getpwall() if entry.pw_uid != 0}
    for name in ("postgres", "nobody"):
        if name in accounts:
            return accounts[name]
    return next(iter(accounts.values()))


def become(name: str) -> None:
    """Gives up root for the account of this name."""
    account = pwd.getpwnam(name)
    os.setgroups([])
    os.setgid(account.pw_gid)
    os.setuid(account.pw_uid)


def tie_to_parent(parent: int, signal_number: int) -> None:
    """The kernel sends the signal when the parent ends; a parent that has ended already counts."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal_number)
    if os.getppid() != parent:
        sys.exit("the parent process is gone")


def main(arguments: list[str]) -> None:
    """Changes identity first: the kernel forgets the tie when credentials change."""
    parent, signal_number, identity, *command = arguments
    if identity == "namespace":
        enter_namespace()
    elif identity.startswith("account:"):
        become(identity.removeprefix("account:"))
    tie_to_parent(int(parent), int(signal_number))
    os.execv(command[0], command)  # noqa: S606 - becoming another program is what this one is for


if __name__ == "__main__":
    main(sys.argv[1:])
