/** What the name of a user is made of, wherever it comes from: it is shown, logged and compared. */
export const USER_ID = /^[\w.@+-]{1,128}$/;
