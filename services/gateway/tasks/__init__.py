"""What goes on all the time: beat, renewal of watches, pings, catching up."""

from services.gateway.tasks.beat import Beat as Beat
from services.gateway.tasks.catching_up import CatchingUp as CatchingUp
from services.gateway.tasks.errands import Errands as Errands
from services.gateway.tasks.live import LiveTask as LiveTask
from services.gateway.tasks.pings import Pings as Pings
from services.gateway.tasks.renewal import Renewal as Renewal
from services.gateway.tasks.reporting import Reporting as Reporting
from services.gateway.tasks.resync import Resync as Resync
