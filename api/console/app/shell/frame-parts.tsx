/** The name of the service, and the switch between the light and the dark theme. */
import { Icon } from '../parts/icons.js';
import { chooseTheme, theme } from './theme.js';

export function Brand() {
  return (
    <p className="brand">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="brand-tile" />
        <path d="M8 21v-4M13.3 21V11M18.6 21v-7M24 21V8" className="brand-bars" />
      </svg>
      Signals
    </p>
  );
}

export function ThemeSwitch() {
  const isDark = theme.use() === 'dark';
  return (
    <button
      type="button"
      className="button quiet icon-only"
      aria-label={isDark ? 'Use the light theme' : 'Use the dark theme'}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </button>
  );
}
