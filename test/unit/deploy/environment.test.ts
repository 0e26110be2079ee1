/** env.example and the operations guide agree with the settings and metrics of the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../shared/domain/package-root.js';
import {
  defaultOf,
  exampleSettings,
  readDeployFile,
  settingNames,
} from '../../helpers/deploy/environment.js';

const settings = exampleSettings();

describe('env.example', () => {
  it('contains every setting of the service exactly once', () => {
    const names = settings.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect([...settingNames()].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('contains other variables only if compose.yaml uses them', () => {
    const known = settingNames();
    const compose = readDeployFile('compose.yaml');
    const others = settings.filter(
      ({ name }) => !known.has(name) && name !== 'COMPOSE_PROJECT_NAME',
    );
    for (const { name } of others) expect(compose).toContain(`\${${name}:`);
  });

  it('explains every variable and lists the required ones first', () => {
    expect(settings.filter(({ comment }) => comment === '')).toEqual([]);
    const required = settings.findLastIndex(({ optional, value }) => !optional && value === '');
    expect(settings.slice(0, required + 1).filter(({ optional }) => optional)).toEqual([]);
  });

  it('shows the defaults of the service', () => {
    const known = settingNames();
    for (const { name, value, optional } of settings) {
      if (optional && known.has(name)) expect(value, name).toBe(String(defaultOf(name) ?? ''));
    }
  });

  it('shows the defaults of compose.yaml for variables that only compose.yaml reads', () => {
    const known = settingNames();
    const compose = readDeployFile('compose.yaml');
    for (const { name, value, optional } of settings) {
      if (optional && !known.has(name)) expect(compose).toContain(`\${${name}:-${value}}`);
    }
  });

  it('contains no passwords or keys', () => {
    const secrets = settings.filter(({ name }) => /PASSWORD|_KEY$/.test(name));
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter(({ value }) => value !== '')).toEqual([]);
  });
});

describe('Operations guide (deploy/README.md)', () => {
  it('names only metrics that exist', () => {
    const code = [
      'api/monitoring/metrics.ts',
      'ingest/outcomes/ingest-metrics.ts',
      'cli/compose/folder-metrics.ts',
    ]
      .map((path) => readFileSync(join(packageRoot(), path), 'utf8'))
      .join('\n');
    const named = new Set(readDeployFile('README.md').match(/\bsignals_[a-z_]+/g));
    expect(named.size).toBeGreaterThan(5);
    for (const name of named) expect(code).toContain(`'${name}'`);
  });
});
