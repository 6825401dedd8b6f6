import type { Filters } from './filters';

/** Filters that a person comes back to. */
export interface View {
  readonly name: string;
  readonly filters: Filters;
}

/** What is typed may be a customer's name or e-mail, which no browser should keep. */
const typed = ['search', 'payer', 'email', 'taxId', 'customerId'];

/** The filters as they may be kept. */
export function keptFilters(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name, value]) => value !== '' && !typed.includes(name)));
}

/** With another view, in the place of one of the same name. */
export function withView(views: readonly View[], view: View): readonly View[] {
  return [...views.filter(({ name }) => name !== view.name), view];
}
