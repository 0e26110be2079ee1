#!/bin/sh
# Apache Kafka from Maven, without Docker: `kafka.sh start [PORT]`, `kafka.sh stop`, `kafka.sh status`.
# Needs Java 17 and, for the first start, Maven. Everything it writes is under KAFKA_DIR (data/kafka).
# More settings of the broker are read from KAFKA_DIR/more.properties.
set -eu
umask 077
here=$(cd "$(dirname "$0")" && pwd)
dir=${KAFKA_DIR:-$here/../../data/kafka}
port=${2:-9092}
pid="$dir/kafka.pid"

running() { [ -f "$pid" ] && kill -0 "$(cat "$pid")" 2>/dev/null; }

libraries() {
  [ -f "$dir/libs/.complete" ] && return
  mkdir -p "$dir/libs"
  mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -DincludeScope=runtime \
    -DoutputDirectory="$dir/libs"
  touch "$dir/libs/.complete"
}

start() {
  if running; then echo "already running, process $(cat "$pid")"; return; fi
  libraries
  {
    cat "$here/server.properties"
    echo "listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$((port + 1))"
    echo "advertised.listeners=PLAINTEXT://127.0.0.1:$port"
    echo "controller.quorum.voters=1@127.0.0.1:$((port + 1))"
    echo "log.dirs=$dir/logs"
    if [ -f "$dir/more.properties" ]; then cat "$dir/more.properties"; fi
  } > "$dir/server.properties"
  if [ ! -f "$dir/logs/meta.properties" ]; then
    java -cp "$dir/libs/*" kafka.tools.StorageTool format -t AAAAAAAAAAAAAAAAAAAAAA \
      -c "$dir/server.properties" > "$dir/format.log" 2>&1
  fi
  rm -f "$dir/kafka.log"
  nohup java -Xmx512m -cp "$dir/libs/*" kafka.Kafka "$dir/server.properties" \
    > "$dir/kafka.log" 2>&1 &
  echo $! > "$pid"
  seconds=0
  until grep -q 'Kafka Server started' "$dir/kafka.log" 2>/dev/null; do
    if ! running || [ "$seconds" -ge 60 ]; then
      tail -20 "$dir/kafka.log" >&2
      echo "Kafka did not start, see $dir/kafka.log" >&2
      exit 1
    fi
    sleep 1
    seconds=$((seconds + 1))
  done
  echo "127.0.0.1:$port"
}

stop() {
  running || return 0
  kill "$(cat "$pid")"
  seconds=0
  while running && [ "$seconds" -lt 30 ]; do sleep 1; seconds=$((seconds + 1)); done
  running && kill -9 "$(cat "$pid")"
  rm -f "$pid"
}

case "${1:-}" in
  start) start ;;
  stop) stop ;;
  status) if running; then echo running; else echo stopped; exit 1; fi ;;
  *) sed -n '2,4s/^# //p' "$0" >&2; exit 2 ;;
esac
