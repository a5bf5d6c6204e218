#!/bin/sh
# Restarts the servers of compose.yaml one after the other, with a newly built image. Players stay at their
# tables: before a server ends, it gives its tables to the others.
#
#   CARDROOM_SITE=cards.example deploy/rolling-restart.sh
set -eu
cd "$(dirname "$0")"
docker compose build
for node in node-1 node-2 node-3; do
    # Stops if the new server does not become healthy. The other two are still running then.
    docker compose up --detach --no-deps --force-recreate --wait --wait-timeout 120 "$node"
done
