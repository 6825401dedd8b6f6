import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import type { Product } from './product-form';
import { productsWords } from './products-words';

interface Props {
  readonly product: Product;
  readonly onClose: () => void;
}

/** Says what goes and what stays before a product is deleted. */
export function DeleteProductDialog({ product, onClose }: Props) {
  const say = useWords(productsWords);
  const { api, key, pathOf } = useStore();
  const navigate = useNavigate();
  const { id, name, externalId } = product;
  const remove = useAction({
    run: (_: unknown, idempotencyKey) =>
      record(
        api.POST('/v2/products/delete', { body: { id }, params: { header: { 'idempotency-key': idempotencyKey } } }),
      ),
    refreshes: [key('products', 'list'), key('products', 'pick')],
    done: say('deleted'),
    onDone: () => void navigate({ to: pathOf('/products') }),
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={say('deleteTitle')}
      verb={say('delete')}
      isRunning={remove.isRunning}
      problem={remove.problem}
      onClose={onClose}
      onConfirm={() => {
        remove.start(undefined);
      }}
    >
      <Text size="sm">{say('deleteHint', { name })}</Text>
      <Text size="sm">{say('deleteKeeps', { externalId })}</Text>
    </ConfirmDialog>
  );
}
