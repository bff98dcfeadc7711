// Asked for once, the browser has what formatters are made of for the page as well (before.js).
new Intl.NumberFormat('en', { notation: 'compact' }).format(0);
new Intl.DateTimeFormat('en').format(0);
new Intl.PluralRules('en').select(0);
self.close();
