import { ActionIcon, Button } from '@mantine/core';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { NumberField } from '../../forms/fields';
import { Card } from '../../parts/card';
import { Icon } from '../../parts/icon';
import { useWords } from '../../words/words';
import { ProductField } from '../products/product-picker';
import type { SaleForm } from './sale';
import { saleWords } from './sale-words';
import './sale.css';

/** As many as a page may sell. */
const linesMax = 100;

/** Products with their quantities. */
export function ItemsCard({ form }: { readonly form: UseFormReturn<SaleForm> }) {
  const say = useWords(saleWords);
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' });
  return (
    <Card title={say('items')}>
      {fields.map(({ id }, index) => {
        const number = index + 1;
        const isOnly = fields.length === 1;
        return (
          <div key={id} className="sale-line">
            <div>
              <ProductField
                control={control}
                name={`lines.${index}.product`}
                label={isOnly ? say('product') : say('productN', { number })}
                isRecurring={false}
                isRequired
              />
            </div>
            <NumberField
              control={control}
              name={`lines.${index}.quantity`}
              label={isOnly ? say('quantity') : say('quantityN', { number })}
              isRequired
              rules={{ min: { value: 1, message: '1 – 10.000' }, max: { value: 10_000, message: '1 – 10.000' } }}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={say('removeItem', { number })}
              disabled={isOnly}
              onClick={() => {
                remove(index);
              }}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        mt="md"
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="plus" size={14} />}
        disabled={fields.length >= linesMax}
        onClick={() => {
          append({ product: '', quantity: 1 });
        }}
      >
        {say('addItem')}
      </Button>
    </Card>
  );
}
