/** Outlines in a square of 24. */
const outlines = {
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  charge: 'M3 7h18v11H3zM3 11h18M7 15h3',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700l-1.7 1.700M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700l1.7-1.7',
  box: 'M4 7.5 12 3l8 4.500v9L12 21l-8-4.500zM4 7.500l8 4.5 8-4.500M12 12v9',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4 3.5-6 8-6s8 2 8 6',
  people:
    'M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 20c0-4 3-6 7-6s7 2 7 6M16 4.500a4 4 0 0 1 0 7M18.5 14.500c2.3.8 3.5 2.7 3.5 5.5',
  coupon: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v2m0 3v2m0 3v2',
  repeat: 'M4 12a8 8 0 0 1 13.7-5.700L20 8.500M20 4v4.500h-4.500M20 12a8 8 0 0 1-13.7 5.700L4 15.500M4 20v-4.500h4.5',
  statement: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  payout: 'M12 15V4M8 8l4-4 4 4M4 14v6h16v-6',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  key: 'M14.5 9.500a5 5 0 1 0-4.7 4.900L11 15.500h2.500V18H16v2.500h4V17l-5.8-5.800M8 8h.01',
  hook: 'M9 8a3.5 3.5 0 1 1 5 3.200M12 8l-4 8M8 16a3 3 0 1 1-3-3M11 17h7a2.5 2.5 0 1 0-1.5-4.5',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.500v5M8 14.500v5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5 21 21',
  warning: 'M12 4 2.5 20h19zM12 10v4M12 17h.01',
  check: 'M4 12.5 9.5 18 20 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  menu: 'M4 6h16M4 12h16M4 18h16',
  download: 'M12 4v11M8 11l4 4 4-4M4 20h16',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2',
  shield: 'M12 3 4.5 6v6c0 4.5 3 7.5 7.5 9 4.5-1.5 7.5-4.5 7.5-9V6z',
  dots: 'M5 11.300a.7.7 0 1 0 .01 0M12 11.300a.7.7 0 1 0 .01 0M19 11.300a.7.7 0 1 0 .01 0',
  eye: 'M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  store: 'M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20a2 2 0 0 0 4 0',
  refund: 'M9 7H4v5M4 12a8 8 0 1 1 2.5 5.8',
} as const;

export type IconName = keyof typeof outlines;

interface Props {
  readonly name: IconName;
  /** Pixels. */
  readonly size?: number;
}

/** Decoration: what it means stands beside it, or in the name of its button. */
export function Icon({ name, size = 18 }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={outlines[name]} />
    </svg>
  );
}
