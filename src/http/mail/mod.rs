//! E-mail: [`content`] and [`mails`] write mails, [`message`] their headers and their frame,
//! [`mailer`] delivers them by SMTP or to a folder, and [`worker`] sends what the store has queued.

pub(crate) mod content;
pub(crate) mod mailer;
pub(crate) mod mails;
pub(crate) mod message;
pub(crate) mod options;
pub(crate) mod worker;
