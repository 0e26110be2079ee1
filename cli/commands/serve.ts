import type { Command } from 'commander';
export function addServeCommands(_program: Command): void {}
