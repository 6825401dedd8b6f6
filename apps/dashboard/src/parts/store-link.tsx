import { Link } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { useStore } from '../session/store-context';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path below the open store and environment: `/charges/pix_char_…`. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Current on its own page alone, not on those below it. */
  readonly isExact?: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the open store, in the open environment. */
export function StoreLink({ to, search, isExact = to === '/', ...rest }: Props) {
  const { storePath } = useStore();
  // The current page is marked by `aria-current`; the home page is above all others and is current alone.
  return <Link {...(rest as object)} to={storePath(to)} search={search ?? {}} activeOptions={{ exact: isExact }} />;
}
