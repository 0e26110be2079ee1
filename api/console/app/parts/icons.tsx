/** The icons of the console, in the color of the text around them. */
const PATHS = {
  search: 'M10.5 10.5 14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  check: 'm3 8.5 3.2 3.2L13 5',
  close: 'm4 4 8 8m0-8-8 8',
  out: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5',
  sun: 'M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  moon: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z',
  person: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8Zm-5.5 6c.4-2.6 2.6-4 5.5-4s5.1 1.4 5.5 4',
  warning: 'M8 5.5v3.5M8 11.3v.2M8 1.8 14.8 13.5H1.2Z',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
