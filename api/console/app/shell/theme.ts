/** The theme of the system, until the user chooses another one, which `localStorage` keeps. */
import { observable } from '../session/observable.js';
import { browserStorage } from '../session/storage.js';

type Theme = 'light' | 'dark';

const STORAGE_KEY = 'signals.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** The theme that pages have. */
export const theme = observable<Theme>(themeNow());

export function applyTheme(): void {
  system.addEventListener('change', updateTheme);
  updateTheme();
}

export function chooseTheme(chosen: Theme): void {
  browserStorage.set(STORAGE_KEY, chosen);
  updateTheme();
}

function updateTheme(): void {
  theme.set(themeNow());
  document.documentElement.dataset.theme = themeNow();
}

function themeNow(): Theme {
  const chosen = browserStorage.get(STORAGE_KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
}
