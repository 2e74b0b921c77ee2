export { sample } from '@parley/contract/examples';
