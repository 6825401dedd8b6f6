import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Card } from '../../parts/card';
import { Money } from '../../parts/money';
import { useWords } from '../../words/words';
import { isPicture, type ProductForm } from './product-form';
import { ProductImage } from './product-image';
import { productsWords } from './products-words';

const typingMs = 500;

/** The product as its page will show it, while it is typed. */
export function ProductPreview({ values }: { readonly values: ProductForm }) {
  const say = useWords(productsWords);
  const [url] = useDebouncedValue(values.imageUrl.trim(), typingMs);
  const [failed, setFailed] = useState<string>();
  return (
    <Card title={say('preview')}>
      <div className="product-preview">
        <ProductImage
          key={url}
          isLarge
          url={isPicture(url) ? url : null}
          onFail={() => {
            setFailed(url);
          }}
        />
        {url !== '' && url === failed && (
          <Text size="sm" c="dimmed" role="status">
            {say('imageFailed')}
          </Text>
        )}
        <strong>{values.name.trim() === '' ? say('unnamed') : values.name}</strong>
        <span>
          <Money centavos={values.price} />
          {values.cycle !== '' && ` · ${say(values.cycle)}`}
        </span>
        {values.description.trim() !== '' && (
          <Text size="sm" c="dimmed" className="product-description">
            {values.description}
          </Text>
        )}
      </div>
    </Card>
  );
}
