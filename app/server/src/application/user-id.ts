/** The allowed form of a user id from any source. User ids are displayed, logged and compared. */
export const USER_ID = /^[\w.@+-]{1,128}$/;
