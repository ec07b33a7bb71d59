# Functions shared by install, update and back, which source this file. FASCICOLO_ROOT puts everything under another folder, for tests.
ROOT=${FASCICOLO_ROOT:-}
RELEASES=$ROOT/opt/fascicolo
SETTINGS=$ROOT/etc/fascicolo
UNITS=$ROOT/etc/systemd/system
SERVICES='fascicolo-jobs.service fascicolo.service'
# Seconds to wait for the server to answer, and for which the jobs must keep running.
PATIENCE=${FASCICOLO_PATIENCE:-90}
SETTLE=${FASCICOLO_SETTLE:-10}

say() { printf '%s\n' "$*"; }
stop() {
  printf '%s\n' "$*" >&2
  exit 1
}

need_root() {
  [ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || stop "Run this as root: sudo $0 …"
}

# One at a time: two updates at once would leave a mixture.
lock() {
  exec 9>"$RELEASES/.lock"
  flock -n 9 || stop "Another install, update or back is running."
}

# Runs a command as the product's user.
as_user() {
  if [ -n "$ROOT" ]; then FASCICOLO_SETTINGS=$SETTINGS/fascicolo.env "$@"; else runuser -u fascicolo -- "$@"; fi
}

# $1: link. Prints the name of the release that it points to, or nothing.
release_at() {
  if [ -L "$RELEASES/$1" ]; then basename -- "$(readlink -- "$RELEASES/$1")"; fi
}

# $1: link, $2: release. Replaces the link atomically.
point() {
  ln -sfn -- "$2" "$RELEASES/.$1.next"
  mv -fT -- "$RELEASES/.$1.next" "$RELEASES/$1"
}

# $1: release. Units are copied, so that systemd has them before /opt is there; changes belong in drop-ins.
put_units() {
  mkdir -p "$UNITS"
  for unit in "$RELEASES/$1"/deploy/systemd/*.service "$RELEASES/$1"/deploy/systemd/*.timer; do
    install -m 644 "$unit" "$UNITS/"
  done
  systemctl daemon-reload
}

# $1: release. Switches link, units and services to that release.
switch_to() {
  point current "$1"
  put_units "$1"
  # shellcheck disable=SC2086
  systemctl restart $SERVICES
}

# $1: release. Fails with the reason if the server does not answer or the jobs exit.
comes_up() {
  waited=0
  until as_user "$RELEASES/$1/bin/fascicolo" health >/dev/null 2>&1; do
    if [ "$waited" -ge "$PATIENCE" ]; then
      say "The server of $1 does not answer after $PATIENCE seconds." >&2
      return 1
    fi
    sleep 1
    waited=$((waited + 1))
  done
  sleep "$SETTLE"
  for service in $SERVICES; do
    if ! systemctl is-active --quiet "$service" || [ "$(systemctl show -p NRestarts --value "$service")" != 0 ]; then
      say "$service of $1 has ended." >&2
      return 1
    fi
  done
  as_user "$RELEASES/$1/bin/fascicolo" health
}

# $1: older release, $2: newer release. Prints the migrations between them that break the older one.
breaking_between() {
  for migration in "$RELEASES/$2"/db/migrations/*.sql; do
    [ -e "$migration" ] || continue
    name=$(basename -- "$migration")
    if [ ! -e "$RELEASES/$1/db/migrations/$name" ] && head -n 1 -- "$migration" | grep -q '^--! breaking'; then
      say "$name"
    fi
  done
}

tell_log() {
  say "Its log: journalctl -u fascicolo -u fascicolo-jobs --since -10min" >&2
}
