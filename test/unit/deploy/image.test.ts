/** The Docker image according to its Dockerfile and .dockerignore. Needs no Docker. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { defaultOf, readDeployFile } from '../../helpers/deploy/environment.js';

const root = packageRoot();
const dockerfile = readDeployFile('Dockerfile');
const stages = dockerfile.split(/^FROM /m).slice(1);
const runtime = stages.at(-1) ?? '';
const copied = [...runtime.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, sources = '']) =>
  sources.split(' ').map((path) => path.replace('/app/', '')),
);

describe('Docker image', () => {
  it('is built from pinned Node.js on Debian and runs as a user with a fixed id', () => {
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:\d+-[a-z]+-slim$/m);
    expect(stages.every((stage) => stage.startsWith(`\${NODE_IMAGE}`))).toBe(true);
    expect(runtime).toMatch(/^USER 10001:10001$/m);
    expect(runtime.indexOf('\nUSER')).toBeGreaterThan(runtime.lastIndexOf('\nRUN'));
  });

  it('contains every file that the code reads from the package', () => {
    const read = sources().flatMap((text) =>
      [...text.matchAll(/packageRoot\(\), '([^']+)'/g)].map(([, path = '']) => path),
    );
    const model = String(defaultOf('EMBEDDING_MODEL'));
    for (const path of [...read, model, 'package.json', 'node_modules', 'dist', 'bin']) {
      const isThere = copied.some((own) => path === own || path.startsWith(`${own}/`));
      expect(isThere, path).toBe(true);
    }
  });

  it('copies only files that .dockerignore allows or the build makes, and no sources', () => {
    const allowed = readFileSync(join(root, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const made = ['node_modules', 'dist'];
    expect(copied.filter((path) => !made.includes(path) && !allowed.includes(path))).toEqual([]);
    // If they were there, bin/signals.cjs would try to build the service.
    for (const folder of ['api', 'cli', 'ingest', 'shared']) expect(copied).not.toContain(folder);
  });

  it('is built without any file of the repository that .dockerignore does not allow', () => {
    const [first] = readFileSync(join(root, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
  });

  it('has a health check that exits with 1 and prints nothing if no service listens', () => {
    const [, json = ''] = /HEALTHCHECK [^\n]*\n\s+CMD (\[.*\])/.exec(runtime) ?? [];
    const [program, ...args]: string[] = JSON.parse(json);
    expect(program).toBe('node');
    const run = () =>
      execFileSync(process.execPath, args, { env: { PORT: '1' }, stdio: 'pipe', timeout: 10_000 });
    expect(run).toThrow(expect.objectContaining({ status: 1, stderr: Buffer.from('') }));
  });
});

function sources(): string[] {
  return ['api', 'cli', 'ingest', 'shared'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
}
