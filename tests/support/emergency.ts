/** A state of emergency of the platform in a year that no other test asks about: it holds for every tenant of a run. */
export const farEmergency = {
  state: 'NY',
  name: 'Hurricane Otto',
  from: '2031-03-03',
  until: '2031-03-05',
};
