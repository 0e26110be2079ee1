/**
 * Writes completion scripts for bash and zsh from commander's description of the commands, so that
 * they know every command and option. What is not known, such as a file, is left to the shell.
 */
import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

/** A word that may come next, and its meaning. */
interface Word {
  word: string;
  meaning: string;
}

/** What may follow one command. */
interface Place {
  /** Names of the commands up to here, joined by blanks; empty for the program itself. */
  path: string;
  /** Commands, and the values that arguments may have. */
  commands: readonly Word[];
  options: readonly Word[];
  /** Options that take a value, with their choices; no choices if the value may be anything. */
  values: readonly { flags: readonly string[]; choices: readonly string[] }[];
}

export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, '');
  return shell === 'bash' ? bashScript(program.name(), places) : zshScript(program.name(), places);
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
        ...commands.map((each) => ({ word: each.name(), meaning: each.description() })),
        ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
          argChoices.map((word) => ({ word, meaning: description })),
        ),
      ],
      options: options.flatMap((each) =>
        each.long ? [{ word: each.long, meaning: each.description }] : [],
      ),
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

/** Puts a text in single quotes, as both shells read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes the branches of `case` that follow the commands on the line down to the last one. */
function advanceCases(places: readonly Place[], indent: string): string {
  const commands = places.filter(({ path }) => path !== '');
  return commands.map(({ path }) => `${indent}${quoted(path)}) at=${quoted(path)} ;;`).join('\n');
}

function bashScript(name: string, places: readonly Place[]): string {
  const cases = places.map(({ path, commands, options, values }) => {
    const words = (list: readonly Word[]) => quoted(list.map(({ word }) => word).join(' '));
    const valueCases = values.map(
      ({ flags, choices }) =>
        `        ${flags.join('|')}) choices=${quoted(choices.join(' '))}; isValue=1 ;;`,
    );
    return [
      `    ${quoted(path)})`,
      ...(valueCases.length > 0 ? ['      case "$before" in', ...valueCases, '      esac'] : []),
      `      commands=${words(commands)}; options=${words(options)} ;;`,
    ].join('\n');
  });
  return `# Completion of ${name} in bash: source <(${name} completion bash)
_${name}() {
  local now=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local at='' commands='' options='' choices='' isValue='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
${advanceCases(places, '      ')}
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  if [[ -n $isValue ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$now"))
  elif [[ $now == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$now"))
  else
    COMPREPLY=($(compgen -W "$commands" -- "$now"))
  fi
}
complete -o default -F _${name} ${name}
`;
}

function zshScript(name: string, places: readonly Place[]): string {
  const described = ({ word, meaning }: Word) =>
    quoted(`${word.replaceAll(':', '\\:')}:${meaning.replaceAll(':', '\\:')}`);
  const cases = places.map(({ path, commands, options, values }) => {
    const valueCases = values.map(
      ({ flags, choices }) =>
        `        (${flags.join('|')}) choices=(${choices.map(quoted).join(' ')}); isValue=1 ;;`,
    );
    return [
      `    (${quoted(path)})`,
      ...(valueCases.length > 0 ? ['      case "$before" in', ...valueCases, '      esac'] : []),
      `      commands=(${commands.map(described).join(' ')})`,
      `      options=(${options.map(described).join(' ')}) ;;`,
    ].join('\n');
  });
  return `#compdef ${name}
# Completion of ${name} in zsh: source <(${name} completion zsh), after compinit.
_${name}() {
  local now=$words[CURRENT] before=$words[CURRENT-1] at='' isValue=''
  local -a commands options choices
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    case "\${at:+$at }$words[i]" in
${advanceCases(places, '      ')}
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  if [[ -n $isValue ]]; then
    (( $#choices )) && compadd -a choices || _files
  elif [[ $now == -* ]]; then
    _describe -o option options
  elif (( $#commands )); then
    _describe command commands
  else
    _files
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}
