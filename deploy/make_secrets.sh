#!/bin/sh
# Makes the files of secrets that docker-compose.yml reads, in deploy/secrets. It changes none that
# is there. Nobody else can enter the folder; within it, each container's user has to read its files.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
chmod 700 secrets
cd secrets
for name in secret_key postgres_password redis_password metrics_token; do
    [ -e "$name" ] || openssl rand -hex 32 > "$name"
done
for name in email_url oidc_client_secret; do
    [ -e "$name" ] || : > "$name"
done
chmod 444 ./*
