/** Implements `signals doctor`: checks whether the service can run here, and says what to do. */
import type { Command } from 'commander';
import { isOlder, releaseText } from '../../shared/domain/release.js';
import { type Config, ConfigError, readConfig } from '../../shared/platform/process/config.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { clickhouseCheck } from '../doctor/check-clickhouse.js';
import { clockCheck } from '../doctor/check-clock.js';
import { folderChecks } from '../doctor/check-folders.js';
import { modelCheck } from '../doctor/check-model.js';
import { portChecks } from '../doctor/check-ports.js';
import { serviceChecks } from '../doctor/check-services.js';
import {
  type Check,
  type Finding,
  ok,
  problem,
  type Report,
  runChecks,
  warning,
} from '../doctor/checks.js';
import { printResult } from '../terminal/output.js';

/** Oldest supported version of Node.js, as in `package.json`. */
export const OLDEST_NODE = { major: 20, minor: 19 };

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check configuration, stores, model, disk, clock and ports, and say what to do')
    .option('--json', 'print the result as one JSON document')
    .action(async (options: { json?: boolean }) => {
      const report = await examine(process.env);
      printResult(options.json, report, () => reportText(report));
      // Exit explicitly: a check that had no answer in time may still wait for it. If the result
      // cannot be written, the process ends with that reason.
      process.stdout.write('', (error) => {
        if (!error) process.exit(report.status === 'problem' ? 1 : 0);
      });
    });
}

/** Runs all checks. Without a valid configuration there is nothing further to check. */
async function examine(variables: NodeJS.ProcessEnv): Promise<Report> {
  const findings: Finding[] = [nodeFinding()];
  let config: Config;
  try {
    config = readConfig(variables, (text) => findings.push(warning(text)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push(...error.faults.map((fault) => problem(fault.replace(/\.?$/, '.'))));
    return runChecks([{ name: 'configuration', run: async () => findings }]);
  }
  findings.push(ok(`valid, data folder ${config.dataDir}`));
  return runChecks([{ name: 'configuration', run: async () => findings }, ...checksOf(config)]);
}

function checksOf(config: Config): Check[] {
  // What goes wrong is reported as a finding, not as a line of a log.
  const logger = createLogger('silent');
  let reportStoredModel: (embeddingModel: string | null) => void = () => undefined;
  const storedModel = new Promise<string | null>((resolve) => {
    reportStoredModel = resolve;
  });
  return [
    ...folderChecks(config),
    clockCheck(),
    ...portChecks(config),
    clickhouseCheck(config.clickhouse, reportStoredModel),
    ...serviceChecks(config, logger),
    modelCheck(config.embedding, storedModel, logger),
  ];
}

function nodeFinding(): Finding {
  const name = 'Node.js';
  const { version } = process;
  if (!isOlder(version, OLDEST_NODE)) return ok(version, name);
  const remedy = `Install ${releaseText(OLDEST_NODE)} or newer.`;
  return problem(`${version} is too old. ${remedy}`, name);
}

function reportText({ checks, status }: Report): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.map(
    (each) =>
      `${each.status.padEnd('problem'.length)}  ${each.name.padEnd(width)}  ${each.message}`,
  );
  const ends = {
    ok: 'Everything is in order.',
    warning: 'The service can run. See the warnings.',
    problem: 'Something must be done: see the problems.',
  };
  return [...lines, '', ends[status]].join('\n');
}
