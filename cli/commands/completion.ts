/**
 * Implements `signals completion bash | zsh`: prints a script, made from commander's description of
 * the commands, so that it knows every command and option. What is not known, such as a file, is
 * left to the shell. zsh runs the script of bash.
 */
import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh'] as const;
type Shell = (typeof SHELLS)[number];

/** Adds the command. `loadAll` returns a program that has every command. */
export function addCompletionCommand(program: Command, loadAll: () => Promise<Command>): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'after',
      '\nAdd to ~/.bashrc: source <(signals completion bash)\nAdd to ~/.zshrc, after compinit: source <(signals completion zsh)',
    )
    .action(async (shell: Shell) => {
      process.stdout.write(completionScript(await loadAll(), shell));
    });
}

/** What may follow one command. */
interface Place {
  /** Names of the commands up to here, joined by blanks; empty for the program itself. */
  path: string;
  /** Commands, and the values that arguments may have. */
  commands: readonly string[];
  options: readonly string[];
  /** Options that take a value, with their choices; no choices if the value may be anything. */
  values: readonly { flags: readonly string[]; choices: readonly string[] }[];
}

export function completionScript(program: Command, shell: Shell): string {
  const prepare = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
  return prepare + bashScript(program.name(), placesOf(program, ''));
}

function placesOf(command: Command, path: string): Place[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command);
  const commands = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  const below = (name: string) => (path === '' ? name : `${path} ${name}`);
  return [
    {
      path,
      commands: [
        ...commands.map((each) => each.name()),
        ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
      ],
      options: options.flatMap((each) => each.long ?? []),
      values: options
        .filter(({ required, optional }) => required || optional)
        .map((each) => ({
          flags: [each.long, each.short].filter((flag) => flag !== undefined),
          choices: each.argChoices ?? [],
        })),
    },
    ...commands.flatMap((each) => placesOf(each, below(each.name()))),
  ];
}

/** Puts words in single quotes. */
function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

function bashScript(name: string, places: readonly Place[]): string {
  const steps = places
    .filter(({ path }) => path !== '')
    .map(({ path }) => `      ${quoted([path])}) at=${quoted([path])} ;;`);
  const cases = places.flatMap(({ path, commands, options, values }) => [
    `    ${quoted([path])})`,
    '      case "$before" in',
    ...values.map(
      ({ flags, choices }) =>
        `        ${flags.join('|')}) choices=(${quoted(choices)}); isValue=1 ;;`,
    ),
    '      esac',
    `      commands=(${quoted(commands)})`,
    `      options=(${quoted(options)}) ;;`,
  ]);
  return `# Completion of ${name}
_${name}() {
  local now=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} at='' isValue='' word
  local -a commands=() options=() choices=()
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case "\${at:+$at }$word" in
${steps.join('\n')}
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  if [[ -n $isValue ]]; then
    COMPREPLY=($(compgen -W "\${choices[*]}" -- "$now"))
  elif [[ $now == -* ]]; then
    COMPREPLY=($(compgen -W "\${options[*]}" -- "$now"))
  else
    COMPREPLY=($(compgen -W "\${commands[*]}" -- "$now"))
  fi
}
complete -o default -F _${name} ${name}
`;
}
