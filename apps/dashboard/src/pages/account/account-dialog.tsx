import type { ComponentProps } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';

/** A form about the account in a dialog, which stays open and says in the person's words why it was refused. */
export function AccountDialog<Input>(props: Omit<ComponentProps<typeof ConfirmDialog<Input>>, 'noValidate'>) {
  return <ConfirmDialog {...props} noValidate />;
}
