/** Implements `signals completion bash | zsh`: prints a script that completes commands. */
import { Argument, type Command } from 'commander';
import { completionScript, SHELLS, type Shell } from '../terminal/completion.js';

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
