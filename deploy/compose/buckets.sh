# Creates the two buckets in the store of compose.yaml: files without versions, heads of the trail with object lock.
set -eu
until mc alias set store https://store:9000 fascicolo "$(cat /run/secrets/store-password)"; do sleep 2; done
mc mb --ignore-existing store/fascicolo-files
mc mb --ignore-existing --with-lock store/fascicolo-heads
