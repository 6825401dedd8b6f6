export const line = { externalId: 'book', name: 'Livro', quantity: 1, price: 1000 };

/** What v1 billing asks for at least. */
export const billing = {
  frequency: 'ONE_TIME',
  methods: ['PIX'],
  products: [line],
  returnUrl: 'https://shop.example/back',
  completionUrl: 'https://shop.example/thanks',
};
