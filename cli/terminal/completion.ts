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
  const script = shell === 'bash' ? bashScript : zshScript;
  return script(program.name(), placesOf(program, ''));
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

/**
 * Writes what both shells do alike: finds the command on the line by its `earlierWords`, and the
 * words that may follow it. `wordOf` writes such a word.
 */
function findWords(
  places: readonly Place[],
  earlierWords: string,
  wordOf: (word: Word) => string,
): string {
  const steps = places
    .filter(({ path }) => path !== '')
    .map(({ path }) => `      ${quoted(path)}) at=${quoted(path)} ;;`);
  const cases = places.flatMap(({ path, commands, options, values }) => [
    `    ${quoted(path)})`,
    '      case "$before" in',
    ...values.map(
      ({ flags, choices }) =>
        `        ${flags.join('|')}) choices=(${choices.map(quoted).join(' ')}); isValue=1 ;;`,
    ),
    '      esac',
    `      commands=(${commands.map(wordOf).join(' ')})`,
    `      options=(${options.map(wordOf).join(' ')}) ;;`,
  ]);
  return `  local at='' isValue='' word
  local -a commands=() options=() choices=()
  for word in ${earlierWords}; do
    case "\${at:+$at }$word" in
${steps.join('\n')}
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac`;
}

function bashScript(name: string, places: readonly Place[]): string {
  const earlierWords = `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`;
  return `# Completion of ${name} in bash: source <(${name} completion bash)
_${name}() {
  local now=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
${findWords(places, earlierWords, ({ word }) => quoted(word))}
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

function zshScript(name: string, places: readonly Place[]): string {
  const earlierWords = `"\${(@)words[2,CURRENT-1]}"`;
  const described = ({ word, meaning }: Word) =>
    quoted(`${word.replaceAll(':', '\\:')}:${meaning.replaceAll(':', '\\:')}`);
  return `#compdef ${name}
# Completion of ${name} in zsh: source <(${name} completion zsh), after compinit.
_${name}() {
  local now=$words[CURRENT] before=$words[CURRENT-1]
${findWords(places, earlierWords, described)}
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
