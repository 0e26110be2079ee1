/** The theme of the system, until the user chooses another one, which `localStorage` keeps. */
import { observable } from '../session/observable.js';

type Theme = 'light' | 'dark';

const STORAGE_KEY = 'signals.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const theme = observable<Theme>(themeNow());

export function applyTheme(): void {
  const update = (): void => {
    theme.set(themeNow());
    document.documentElement.dataset.theme = themeNow();
  };
  system.addEventListener('change', update);
  update();
}

export function useTheme(): [Theme, (chosen: Theme) => void] {
  return [theme.use(), chooseTheme];
}

function chooseTheme(chosen: Theme): void {
  localStorage.setItem(STORAGE_KEY, chosen);
  document.documentElement.dataset.theme = chosen;
  theme.set(chosen);
}

function themeNow(): Theme {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
}
