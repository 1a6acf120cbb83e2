# The program of a release archive with a NATS server, for the farm (compose.yml) and for single
# commands. tools/release.sh puts the archive into dist/. Any small Debian does as a base; a system with
# glibc 2.28 or later is enough for the program.
#
#   docker build --build-arg VERSION=0.2.0 -t lastmove .
#   docker run --rm lastmove solve amazons 4x5
ARG BASE=debian:bookworm-slim
ARG NATS=nats:2.10
FROM ${NATS} AS nats
FROM ${BASE}
ARG VERSION
ARG SYSTEM=x86_64-linux
COPY --from=nats /nats-server /usr/local/bin/
ADD dist/lastmove-${VERSION}-${SYSTEM}.tar.gz /opt/
RUN cp -r /opt/lastmove-*/bin /opt/lastmove-*/share /usr/local/ \
    && rm -r /opt/lastmove-* \
    && useradd --create-home --uid 1000 lastmove \
    && mkdir /data && chown lastmove:lastmove /data
USER lastmove
WORKDIR /data
VOLUME /data
ENV LASTMOVE_CACHE=/data/cache
ENTRYPOINT ["lastmove"]
CMD ["--help"]
