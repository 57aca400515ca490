import { owaspCost, setPasswordCost } from '#functions/users/passwords.ts';

// A password's hash costs a third of a second on purpose. Stories make hundreds of users; the tests of the
// hash itself use the real cost.
setPasswordCost({ ...owaspCost, ln: 10 });
