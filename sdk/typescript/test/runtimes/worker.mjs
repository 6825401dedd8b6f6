import { check } from './check.mjs';

export default {
  async test(_controller, { url }) {
    console.log(JSON.stringify(await check(url)));
  },
};
