/**
 * `npm run test:containers` runs the contract suites, the same files as for the embedded engines,
 * on servers in containers, one after the other. Without a container engine it prints the reason
 * and skips all; with `REQUIRE=containers` it fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getContainerRuntimeClient } from 'testcontainers';
import { messageOf } from '../../shared/domain/errors.js';
import { isRequired } from '../helpers/required.js';
import { type ContainerSuite, containerSuites } from './suites.js';

/** Returns why no container can be started, or null. */
async function engineMissing(): Promise<string | null> {
  try {
    await getContainerRuntimeClient();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Runs a suite on its server and returns whether all tests passed. */
async function runSuite({ image, tests, start }: ContainerSuite): Promise<boolean> {
  console.log(`\n${image}`);
  const server = await start();
  try {
    const vitest = spawn('npx', ['vitest', 'run', ...tests], {
      stdio: 'inherit',
      env: { ...process.env, ...server.environment },
    });
    const [code] = await once(vitest, 'exit');
    return code === 0;
  } finally {
    await server.stop();
  }
}

async function runSuites(): Promise<void> {
  const failed: string[] = [];
  const suites = containerSuites();
  for (const suite of suites) {
    try {
      if (!(await runSuite(suite))) failed.push(suite.image);
    } catch (error) {
      failed.push(`${suite.image} (${messageOf(error)})`);
    }
  }
  const passed = suites.length - failed.length;
  console.log(
    `\n${passed} of ${suites.length} images passed${failed.map((each) => `\nfailed: ${each}`).join('')}`,
  );
  if (failed.length > 0) process.exitCode = 1;
}

const missing = await engineMissing();
if (missing === null) {
  await runSuites();
} else if (isRequired('containers')) {
  console.error(`no container was tested: ${missing}`);
  process.exitCode = 1;
} else {
  console.log(`skipped, no container was tested: ${missing}`);
}
