# Web server, worker and scheduler run from one image and differ in their command; see
# docker-compose.yml. Base images are pinned by version: raise them on purpose. They have no digests
# yet: `make outdated` prints what to write behind each tag (`name:tag@sha256:…`), here and there.

# --- The front end's files -----------------------------------------------------------------------
# Node 22 has long-term support; 20 ended in April 2026.
FROM node:22.22.3-bookworm-slim AS frontend
WORKDIR /build
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY frontend/ ./
# The documentation is part of the build, and is looked for beside the front end.
COPY docs/ /docs/
RUN npm run build

# --- The Python packages --------------------------------------------------------------------------
# Python 3.11: the oldest that the platform takes, and the one it is tested with.
FROM python:3.11.15-slim-bookworm AS packages
RUN python -m venv /opt/venv
COPY requirements.lock /tmp/requirements.lock
RUN /opt/venv/bin/pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock

# --- Plumbline ------------------------------------------------------------------------------------
FROM python:3.11.15-slim-bookworm AS plumbline
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    DEMO=0 \
    DATA_DIR=/data \
    OPENBLAS_NUM_THREADS=1
RUN groupadd --gid 10001 plumbline \
    && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin plumbline \
    && install --directory --owner=10001 --group=10001 /data /data/results
WORKDIR /srv/plumbline
COPY --from=packages /opt/venv /opt/venv
COPY manage.py ./
COPY annotator/ annotator/
COPY api/ api/
COPY deploy/gunicorn.conf.py deploy/
COPY --from=frontend /build/dist frontend/dist
USER 10001:10001
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "annotator.wsgi:application", "--config", "deploy/gunicorn.conf.py"]

# --- nginx ----------------------------------------------------------------------------------------
# It ends TLS with certificates that it fetches and renews by itself, and waits for slow clients.
# Here it needs neither root nor a low port. The user is the platform's, whose files it sends.
FROM nginx:1.30.4-trixie AS proxy
ENV NGINX_ENVSUBST_TEMPLATE_DIR=/etc/nginx/plumbline \
    NGINX_ENVSUBST_OUTPUT_DIR=/tmp
RUN mkdir -p /certificates /var/cache/plumbline /data/results \
    && chown -R 10001:10001 /certificates /var/cache/plumbline /data
COPY deploy/nginx/ /etc/nginx/plumbline/
USER 10001:10001
CMD ["nginx", "-c", "/tmp/compose.conf", "-g", "daemon off;"]
