const { Pitanga, PitangaError, webhooks } = require('@pitanga-pay/sdk');

const pitanga = new Pitanga('pit_dev_test', { url: process.argv[2] });
pitanga.customers.get('cust_1').catch((error) => {
  console.log(JSON.stringify([error instanceof PitangaError, error.code, typeof webhooks.verify]));
});
