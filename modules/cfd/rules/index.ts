/** What the browser needs of the rules, so that it shows what the engine decides. */
export { type AccountFigures, accountNow, type Holding, holdingsOf } from './account.ts';
export { type Draft, type Preview, type Problem, previewOrder } from './preview.ts';
export { riskRatePpm } from './risk.ts';
export { type ContractListing, readTerms, type Terms } from './terms.ts';
