/**
 * The part of the Compose specification that `deploy/compose.yaml` uses, and what every container of
 * it must say. CI holds the file against the whole specification, too.
 */
import {
  flag,
  mapOf,
  mapOfTexts,
  object,
  only,
  pattern,
  text,
  texts,
  whole,
} from './schema-parts.js';

const duration = pattern('^\\d+(s|m)$');

const healthcheck = {
  ...object({
    disable: only(true),
    test: texts,
    interval: duration,
    timeout: duration,
    start_period: duration,
    retries: whole,
  }),
  anyOf: [{ required: ['disable'] }, { required: ['test', 'interval', 'timeout', 'retries'] }],
};

const limits = object({ memory: pattern('^\\d+(m|g)$'), cpus: pattern('^\\d+(\\.\\d+)?$') }, 'all');

const service = object(
  {
    image: text,
    build: object({ context: text, dockerfile: text }, 'all'),
    command: texts,
    environment: mapOfTexts,
    init: flag,
    user: text,
    read_only: flag,
    tmpfs: texts,
    volumes: texts,
    ports: texts,
    cap_drop: texts,
    security_opt: texts,
    restart: only('no', 'on-failure', 'unless-stopped', 'always'),
    stop_grace_period: duration,
    logging: object({ driver: text, options: mapOfTexts }, 'all'),
    healthcheck,
    depends_on: mapOf(
      object({ condition: only('service_healthy', 'service_completed_successfully') }, 'all'),
    ),
    deploy: object(
      {
        replicas: pattern('^\\$\\{[A-Z_]+:-\\d+\\}$'),
        resources: object({ limits }, 'all'),
      },
      ['resources'],
    ),
    ulimits: mapOf(object({ soft: whole, hard: whole }, 'all')),
  },
  ['image', 'user', 'restart', 'logging', 'healthcheck', 'deploy'],
);

export const composeSchema = {
  ...object({ services: mapOf(service), volumes: mapOf(object({})) }, 'all'),
  patternProperties: { '^x-': {} },
};
