/** Processes under a supervisor: it restarts one that is killed or ends by itself. */
import type { ChildProcess } from 'node:child_process';
import { type DataFolder, startListening } from './cli.js';

export interface SupervisedProcess {
  readonly name: string;
  /** Sends `kill -9`; the process is started again. */
  kill(): void;
  /** Sends SIGTERM; resolves when the process has ended, and does not start it again. */
  stop(): Promise<void>;
  pid(): number | undefined;
}

export interface Exit {
  name: string;
  code: number | null;
  /** The end of what it wrote to standard error. */
  errors: string;
}

const RESTART_MS = 300;
/** Longer than all phases of a stop with their bounds. */
const STOP_MS = 90_000;
const KEPT_CHARACTERS = 4_000;

/**
 * Starts a process; adds to `exits` what ends by itself, and a stop that failed or had to be
 * killed.
 */
export function startSupervised(
  name: string,
  folder: DataFolder,
  args: readonly string[],
  exits: Exit[],
): SupervisedProcess {
  let wanted = true;
  let killed = false;
  let child: ChildProcess;
  let listening: Promise<void>;
  let restart: NodeJS.Timeout | undefined;
  const ended: (() => void)[] = [];
  const start = (): void => {
    let errors = '';
    killed = false;
    ({ child, listening } = startListening(folder, ...args));
    child.stdout?.resume();
    child.stderr?.on('data', (chunk) => {
      errors = `${errors}${chunk}`.slice(-KEPT_CHARACTERS);
    });
    child.once('close', (code) => {
      if (!killed && (wanted || code !== 0)) exits.push({ name, code, errors });
      for (const each of ended.splice(0)) each();
      if (wanted) restart = setTimeout(start, RESTART_MS);
    });
  };
  start();
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const end = async (): Promise<void> => {
    wanted = false;
    clearTimeout(restart);
    if (!isAlive()) return;
    const done = new Promise<void>((resolve) => ended.push(resolve));
    await listening;
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await done;
    clearTimeout(late);
  };
  let stopped: Promise<void> | undefined;
  return {
    name,
    pid: () => child.pid,
    kill() {
      killed = true;
      child.kill('SIGKILL');
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}
