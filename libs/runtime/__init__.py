"""What every process needs: settings, logs, metrics, health, tasks, start and stop."""

from libs.runtime.alone import run_alone as run_alone
from libs.runtime.clock import NowMs as NowMs
from libs.runtime.clock import now_ms as now_ms
from libs.runtime.connecting import connect_bus as connect_bus
from libs.runtime.health import Check as Check
from libs.runtime.health import Health as Health
from libs.runtime.health import HealthSite as HealthSite
from libs.runtime.health import health_routes as health_routes
from libs.runtime.keeping import TaskKeeper as TaskKeeper
from libs.runtime.logs import configure_logs as configure_logs
from libs.runtime.logs import correlation as correlation
from libs.runtime.logs import current_correlation as current_correlation
from libs.runtime.logs import get_logger as get_logger
from libs.runtime.logs import new_correlation as new_correlation
from libs.runtime.metrics import Metrics as Metrics
from libs.runtime.service import ProcessOptions as ProcessOptions
from libs.runtime.service import Runtime as Runtime
from libs.runtime.service import Service as Service
from libs.runtime.service import StartError as StartError
from libs.runtime.service import run_process as run_process
from libs.runtime.service import run_services as run_services
from libs.runtime.service import run_until as run_until
from libs.runtime.settings import Settings as Settings
from libs.runtime.settings import SettingsError as SettingsError
from libs.runtime.settings import read_settings as read_settings
