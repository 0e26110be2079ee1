/** The theme of the system, until the user chooses another one, which `localStorage` keeps. */
import { observable } from '../session/observable.js';

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
  localStorage.setItem(STORAGE_KEY, chosen);
  updateTheme();
}

function updateTheme(): void {
  theme.set(themeNow());
  document.documentElement.dataset.theme = themeNow();
}

function themeNow(): Theme {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
}
